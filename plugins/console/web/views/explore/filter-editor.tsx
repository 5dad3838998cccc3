import { useState } from 'react';
import { Absent } from '../../parts/panel.tsx';
import { useLater } from '../../parts/use-later.ts';
import { axisLabels, type Axis, fields, type Filter, type Operator, operators } from './filters.ts';
import { useFieldValues, useLabelKeys } from './field-values.ts';

const first: Filter = { axis: 'workload', field: 'namespace', operator: 'in', values: [] };
/** The most that the API takes in one filter. */
const maxValues = 500;

/** A filter while it is made: a field, an operator, and values that exist or that are typed. */
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
  const isLabel = draft.field.startsWith('label:');
  const isReady =
    draft.values.length > 0 && draft.values.length <= maxValues && draft.field !== 'label:';
  return (
    <form
      className="filter-editor"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') {
          toggle(typed);
          setTyped('');
        } else if (isReady) onApply(draft);
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
          placeholder="Type a value, or choose"
          value={typed}
          autoFocus
          onChange={({ target: { value } }) => setTyped(value)}
        />
        <button
          type="button"
          disabled={typed === ''}
          onClick={() => {
            toggle(typed);
            setTyped('');
          }}
        >
          Add “{typed || '…'}”
        </button>
      </div>
      <Values draft={draft} typed={typed} onToggle={toggle} />
      <div className="row">
        <button type="submit" className="primary" disabled={!isReady && typed === ''}>
          Apply
        </button>
        <span className="unit">One of the values is enough. All filters must match.</span>
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
      {Object.entries(fields).map(([name, ofAxis]) => (
        <optgroup key={name} label={axisLabels[name as Axis]}>
          {Object.entries(ofAxis).map(([own, label]) => (
            <option key={own} value={`${name}/${own}`}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** Keys that workloads have are offered; any other can be typed. */
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
        aria-label="Key of the label"
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

/** The values that are chosen, and below them those that there are. */
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
        {answer.error && 'The values that exist cannot be loaded; typed ones can be added.'}
        {answer.data && `${offered.length === 0 ? 'No other values' : 'Values'} ${bound}`}
      </div>
    </>
  );
}
