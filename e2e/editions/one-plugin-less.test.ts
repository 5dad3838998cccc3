import { expect } from 'chai';
import { costplaneJson } from '../support/costplane.ts';
import { editionFile } from '../support/editions/start-edition.ts';
import { pluginsOfEdition, writeConfig } from '../support/editions/write-config.ts';
import { temporaryFolder } from '../support/folder.ts';

interface Document {
  readonly info: object;
  readonly paths: Readonly<Record<string, object>>;
  readonly tags: readonly { readonly name: string }[];
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('an edition with one plugin removed', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let full: Document;
  let less: Document;

  before(async () => {
    folder = await temporaryFolder();
    const kept = (await pluginsOfEdition('community')).filter(
      (plugin) => plugin.package !== '@costplane/plugin-clusters',
    );
    const config = await writeConfig(folder.path, 'without-clusters', kept);
    full = await costplaneJson(['openapi', '--config', editionFile('community')]);
    less = await costplaneJson(['openapi', '--config', config]);
  });
  after(() => folder.remove());

  const removedFrom = (before: object, after: object) =>
    Object.keys(before).filter((name) => !(name in after));

  it('lacks the paths, tags, scopes and schemas of that plugin', () => {
    expect(removedFrom(full.paths, less.paths)).to.have.members([
      '/v1/clusters',
      '/v1/clusters/{cluster_id}',
      '/v1/namespaces',
      '/v1/clusters/{cluster_id}/namespaces',
      '/v1/clusters/{cluster_id}/namespaces/{namespace}',
    ]);
    const kept = less.tags.map(({ name }) => name);
    const removedTags = full.tags.filter(({ name }) => !kept.includes(name));
    expect(removedTags.map(({ name }) => name)).to.eql(['Clusters', 'Namespaces']);
    for (const scope of ['clusters:read', 'namespaces:read']) {
      expect(JSON.stringify(full)).to.contain(scope);
      expect(JSON.stringify(less)).to.not.contain(scope);
    }
    expect(removedFrom(full.components.schemas, less.components.schemas)).to.include.members([
      'Cluster',
      'Namespace',
      'NamespaceDetail',
    ]);
  });

  it('is otherwise unchanged', () => {
    expect(less.info).to.eql(full.info);
    for (const [path, item] of Object.entries(less.paths)) {
      expect(item, path).to.eql(full.paths[path]);
    }
    for (const [name, schema] of Object.entries(less.components.schemas)) {
      expect(schema, name).to.eql(full.components.schemas[name]);
    }
  });
});
