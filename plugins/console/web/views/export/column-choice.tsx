import { type Answer } from '../../api/answer.ts';
import { Panel } from '../../parts/panel.tsx';
import { counted } from '../../parts/number.ts';
import { type SchemaBody } from './bodies.ts';
import { useChosen } from './options.ts';

/** The columns of a minimal cost table. */
const essential = [
  'ChargePeriodStart',
  'BillingCurrency',
  'EffectiveCost',
  'SubAccountName',
  'AllocatedResourceName',
  'x_AllocationState',
  'x_ChargeKind',
  'x_NamespaceName',
  'x_TeamName',
  'x_DepartmentName',
  'x_WorkloadKind',
];

/** The columns of the file, with their descriptions. */
export function ColumnChoice({ answer }: { readonly answer: Answer<SchemaBody> }) {
  const {
    chosen: { columns },
    change,
  } = useChosen();
  const names = answer.data?.data.columns.map(({ name }) => name) ?? [];
  const choose = (chosen: readonly string[]) =>
    change({ columns: chosen.length === names.length ? undefined : chosen });
  const isChosen = (name: string) => columns?.includes(name) ?? true;
  return (
    <Panel
      title="Columns"
      unit={`${counted((columns ?? names).length, 'column')} of ${names.length}`}
      answer={answer}
      height={60}
      controls={
        <>
          <button type="button" className="quiet" onClick={() => choose(names)}>
            All
          </button>
          <button
            type="button"
            className="quiet"
            onClick={() => choose(names.filter((name) => !name.startsWith('x_')))}
          >
            FOCUS only
          </button>
          <button
            type="button"
            className="quiet"
            onClick={() => choose(names.filter((name) => essential.includes(name)))}
          >
            Cost and owners
          </button>
        </>
      }
    >
      {({ data }) => (
        <details>
          <summary>Choose columns</summary>
          <fieldset className="export-columns">
            <legend className="visually-hidden">Columns</legend>
            {data.columns.map(({ name, description, is_nullable }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={isChosen(name)}
                  // A file needs at least one column.
                  disabled={columns?.length === 1 && isChosen(name)}
                  onChange={({ target: { checked } }) =>
                    choose(names.filter((one) => (one === name ? checked : isChosen(one))))
                  }
                />
                <span>
                  <code>{name}</code>
                  <span className="unit">
                    {withCode(description)}
                    {is_nullable && ' May be empty.'}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </Panel>
  );
}

/** Names in descriptions are in backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
