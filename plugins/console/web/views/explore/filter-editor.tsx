import { useState } from 'react';
import { Absent } from '../../parts/panel.tsx';
import { useLater } from '../../parts/use-later.ts';
import { axisLabels, type Axis, fields, type Filter, type Operator, operators } from './filters.ts';
import { useFieldValues, useLabelKeys } from './field-values.ts';

const first: Filter = { axis: 'workload', field: 'namespace', operator: 'in', values: [] };
/** The maximum number of values of a filter in the API. */
const maxValues = 500;

/** The form for a filter: a field, an operator, and suggested or typed values. */
export function FilterEditor({
  filter = first,
  onApply,
}: {
  readonly filter: Filter | undefined;
  readonly onApply: (filter: Filter) => void;
}) {
  const [draft, setDraft] = useState(filter);
  const [typed, setTyped] = useState('');
  const change = (values: Partial<Filter>) => setDraft({ ...draft, ...values });
  const toggle = (value: string) =>
    change({
      values: draft.values.includes(value)
        ? draft.values.filter((one) => one !== value)
        : [...draft.values, value],
    });
  const complete =
    typed === '' || draft.values.includes(typed)
      ? draft
      : { ...draft, values: [...draft.values, typed] };
  const add = () => {
    setDraft(complete);
    setTyped('');
  };
  const isLabel = draft.field.startsWith('label:');
  const isReady =
    complete.values.length > 0 && complete.values.length <= maxValues && draft.field !== 'label:';
  return (
    <form
      className="filter-editor"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onApply(complete);
      }}
    >
      <div className="row">
        <FieldChoice
          filter={draft}
          onChoose={(axis, field) => change({ axis, field, values: [] })}
        />
        {isLabel && (
          <LabelKey
            value={draft.field.slice('label:'.length)}
            onChange={(key) => change({ field: `label:${key}`, values: [] })}
          />
        )}
        <select
          aria-label="Operator"
          value={draft.operator}
          onChange={({ target: { value } }) => change({ operator: value as Operator })}
        >
          {Object.entries(operators).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <input
          aria-label="Value"
          placeholder="Type or select a value"
          value={typed}
          autoFocus
          onChange={({ target: { value } }) => setTyped(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed === '') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" disabled={typed === ''} onClick={add}>
          Add “{typed || '…'}”
        </button>
      </div>
      <Values draft={draft} typed={typed} onToggle={toggle} />
      <div className="row">
        <button type="submit" className="primary" disabled={!isReady}>
          Apply
        </button>
        <span className="unit">
          A row matches a filter if it has any of the values. All filters must match.
        </span>
      </div>
    </form>
  );
}

function FieldChoice({
  filter: { axis, field },
  onChoose,
}: {
  readonly filter: Filter;
  readonly onChoose: (axis: Axis, field: string) => void;
}) {
  const known = field.startsWith('label:') ? 'label:' : field;
  return (
    <select
      aria-label="Field"
      value={`${axis}/${known}`}
      onChange={({ target: { value } }) => {
        const [chosen, ...rest] = value.split('/');
        onChoose(chosen as Axis, rest.join('/'));
      }}
    >
      {Object.entries(fields).map(([name, axisFields]) => (
        <optgroup key={name} label={axisLabels[name as Axis]}>
          {Object.entries(axisFields).map(([own, label]) => (
            <option key={own} value={`${name}/${own}`}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** Suggests existing keys; any other can be typed. */
function LabelKey({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (key: string) => void;
}) {
  const keys = useLabelKeys('label');
  return (
    <>
      <input
        aria-label="Label key"
        placeholder="app.kubernetes.io/name"
        list="label-keys"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id="label-keys">
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}

const typingPauseMs = 250;

/** The selected values, followed by suggestions. */
function Values({
  draft,
  typed,
  onToggle,
}: {
  readonly draft: Filter;
  readonly typed: string;
  readonly onToggle: (value: string) => void;
}) {
  const field = useLater(draft.field, typingPauseMs);
  const text = useLater(typed, typingPauseMs);
  const { answer, bound } = useFieldValues({ ...draft, field }, text);
  const offered = (answer.data ?? []).filter((value) => !draft.values.includes(value));
  return (
    <>
      <fieldset className="values" aria-busy={answer.isLoading}>
        <legend className="visually-hidden">Values</legend>
        {[...draft.values, ...offered].map((value) => (
          <label key={value} className="choice">
            <input
              type="checkbox"
              checked={draft.values.includes(value)}
              onChange={() => onToggle(value)}
            />
            {value || '(empty)'}
          </label>
        ))}
      </fieldset>
      <div className="unit" role="status">
        {answer.absence && <Absent absence={answer.absence} />}
        {answer.error && 'Suggestions could not be loaded. You can type values.'}
        {answer.data && `${offered.length === 0 ? 'No other values' : 'Values'} ${bound}`}
      </div>
    </>
  );
}
