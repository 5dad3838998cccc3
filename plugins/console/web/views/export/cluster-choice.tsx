import { type Answer } from '../../api/answer.ts';
import { type clusters } from '../../api/questions.ts';
import { type Question } from '../../api/question.ts';
import { Panel } from '../../parts/panel.tsx';
import { useChosen } from './options.ts';

type Body = ReturnType<typeof clusters> extends Question<infer Of> ? Of : never;

/** All clusters that the key may read, or a selection. */
export function ClusterChoice({ answer }: { readonly answer: Answer<Body> }) {
  const {
    chosen: { clusterIds },
    change,
  } = useChosen();
  const choose = (ids: readonly string[] | undefined) =>
    change({ clusters: ids === undefined || ids.length === 0 ? undefined : ids });
  return (
    <Panel
      title="Clusters"
      answer={answer}
      height={180}
      empty={({ data }) => data.length === 0 && 'No cluster has reported yet.'}
    >
      {({ data, meta }) => (
        <>
          <fieldset className="export-list">
            <legend className="visually-hidden">Clusters</legend>
            <label>
              <input
                type="checkbox"
                checked={clusterIds === undefined}
                disabled={clusterIds === undefined}
                onChange={() => choose(undefined)}
              />
              <b>All clusters that the key may read</b>
            </label>
            {data.map(({ id, metadata: { name } }) => {
              const isChosen = clusterIds?.includes(id) ?? false;
              return (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    onChange={() =>
                      choose(
                        isChosen
                          ? clusterIds?.filter((one) => one !== id)
                          : [...(clusterIds ?? []), id],
                      )
                    }
                  />
                  {name}
                </label>
              );
            })}
          </fieldset>
          {meta.pagination.has_more && (
            <p className="unit">
              These are the first {data.length}. In the command below, you can use the id of any
              other.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
