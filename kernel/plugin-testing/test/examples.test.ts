import { expect } from 'chai';
import { join } from 'node:path';
import { assembleOpenApi, loadPlugins, withExamples } from '@costplane/kernel';
import { dateParameter, integerParameter } from '@costplane/plugin-api';

const fixtures = join(import.meta.dirname, 'fixtures');
const json = 'application/json';

interface Media {
  content: Record<string, { example?: unknown }>;
}
interface Operation {
  parameters: { name: string; example?: unknown }[];
  requestBody?: Media;
  responses: Record<string, Media>;
}

describe('the examples of a plugin', () => {
  let paths: Record<string, Record<string, Operation>>;

  before(async () => {
    const [echo] = await loadPlugins([{ package: './echo' }], fixtures);
    const routes = echo!.routes.map((route) =>
      route.operationId === 'echo'
        ? {
            ...route,
            query: {
              since: integerParameter({ minimum: 0, maximum: 9e9 }, 'Unix time in seconds.'),
              day: dateParameter('A day.'),
            },
          }
        : route,
    );
    const loaded = [{ ...echo!, routes }];
    const document = assembleOpenApi(loaded, 'https://cost.example');
    const shown = await withExamples(document, loaded, new Date('2026-03-10T15:00:00Z'));
    paths = shown.paths as typeof paths;
  });

  const find = (operationId: string) =>
    Object.values(paths)
      .flatMap((item) => Object.values(item) as (Operation & { operationId: string })[])
      .find((operation) => operation.operationId === operationId)!;

  it('are in the document: parameters, bodies and responses', () => {
    const { parameters, responses } = find('echo');
    expect(parameters.find(({ name }) => name === 'word')?.example).to.equal('hello');
    expect(responses[200]?.content[json]?.example).to.eql({ data: 'hello' });
    expect(find('post').requestBody?.content[json]?.example).to.eql({ amount: 1 });
  });

  it('name times as days ago, at midnight in UTC', () => {
    const example = (name: string) =>
      find('echo').parameters.find((parameter) => parameter.name === name)?.example;
    expect(example('since')).to.equal(Date.parse('2026-03-03T00:00:00Z') / 1000);
    expect(example('day')).to.equal('2026-03-10');
  });

  it('are optional', () => {
    const { parameters, responses } = find('named');
    expect(parameters.filter((parameter) => 'example' in parameter)).to.eql([]);
    expect(responses[200]?.content[json]).to.not.have.property('example');
  });
});
