import { type ReactNode, useState } from 'react';
import { type Answer } from '../api/answer.ts';
import { toText } from './address.ts';
import { Chip } from './chip.tsx';
import { Absent } from './panel.tsx';
import { useView } from './view.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Existing values of a filter, or why they are unknown. */
type Loaded = Partial<Pick<Answer<readonly Choice[]>, 'data' | 'error' | 'absence'>>;

/** A filter of a list in the API. */
export interface Filter {
  /** The name of the parameter, in the request and in the URL of the view. */
  readonly name: string;
  readonly label: string;
  /** `several`: rows match any of the values. `amount`: a decimal that is typed. */
  readonly takes: 'several' | 'one' | 'amount';
  /** Existing values; a hook that is called when the chip is open. */
  readonly useChoices?: () => Loaded;
  /** Whether other values can be typed, because not all may be loaded. */
  readonly isOpen?: boolean;
}

/** A fixed list of choices. */
export const choices = (labels: Readonly<Record<string, string>>) => () => ({
  data: Object.entries(labels).map(([value, label]) => ({ value, label })),
});

/** A choice per distinct value. */
export const toChoices = (values: readonly string[]): Choice[] =>
  [...new Set(values)].sort().map((value) => ({ value, label: value }));

const readValues = (search: Readonly<Record<string, unknown>>, name: string): string[] => {
  const value = toText(search[name]);
  return value === '' ? [] : value.split(',');
};

/** The filters in the URL, as parameters of a request. */
export function useFilterQuery(filters: readonly Filter[]): Record<string, unknown> {
  const { search } = useView();
  return Object.fromEntries(
    filters.flatMap(({ name, takes }) => {
      const values = readValues(search, name);
      if (values.length === 0) return [];
      return [[name, takes === 'several' ? values : values[0]]];
    }),
  );
}

/** A chip per filter; one with a value is highlighted and can be removed. */
export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  return (
    <div className="filters" role="group" aria-label="Filters">
      {filters.map((filter) => (
        <FilterChip key={filter.name} filter={filter} />
      ))}
    </div>
  );
}

function FilterChip({ filter }: { readonly filter: Filter }) {
  const { name, label } = filter;
  const { search, change } = useView();
  const values = readValues(search, name);
  const set = (next: readonly string[]) =>
    change({ [name]: next.length === 0 ? undefined : next.join(',') });
  return (
    <Chip
      label={
        <>
          {label}
          {values.length > 0 && <Values filter={filter} values={values} />}
        </>
      }
      isSet={values.length > 0}
      menu={() =>
        filter.takes === 'amount' ? (
          <AmountField label={label} value={values[0] ?? ''} onSet={set} />
        ) : (
          <Choices filter={filter} values={values} onSet={set} />
        )
      }
      name={`the filter ${label}`}
      onRemove={values.length > 0 ? () => set([]) : undefined}
    />
  );
}

interface ValuesProps {
  readonly filter: Filter;
  readonly values: readonly string[];
}

function Values({ filter: { takes, useChoices }, values }: ValuesProps): ReactNode {
  const known = useChoices?.().data ?? [];
  const labels = values.map((value) => known.find((choice) => choice.value === value)?.label);
  return (
    <>
      {takes === 'amount' ? ' ≥ ' : ': '}
      <strong>{values.map((value, index) => labels[index] ?? value).join(' or ')}</strong>
    </>
  );
}

function Choices({
  filter: { name, label, takes, useChoices, isOpen = false },
  values,
  onSet,
}: ValuesProps & { readonly onSet: (values: readonly string[]) => void }) {
  const [typed, setTyped] = useState('');
  const { data: known, error, absence } = useChoices?.() ?? {};
  const isUnknown = known === undefined && (error ?? absence) !== undefined;
  const takesText = isOpen || isUnknown;
  const all = withValues(known ?? [], values);
  const shown = all.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  const toggle = (value: string) => {
    if (values.includes(value)) onSet(values.filter((other) => other !== value));
    else onSet(takes === 'one' ? [value] : [...values, value]);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const [only] = shown.length === 1 ? shown : [];
        const value = only?.value ?? (takesText ? typed.trim() : '');
        if (value === '' || values.includes(value)) return;
        toggle(value);
        setTyped('');
      }}
    >
      {(takesText || all.length > 8) && (
        <input
          aria-label={`Find a value of ${label}`}
          placeholder={takesText ? `Type ${typedAs(name)} and press Enter` : 'Find'}
          value={typed}
          autoFocus
          onChange={({ target: { value } }) => setTyped(value)}
        />
      )}
      {useChoices && known === undefined && !isUnknown && <p className="unit">Loading …</p>}
      {isUnknown && (
        <div className="unit">
          {absence ? (
            <Absent absence={absence} />
          ) : (
            'Suggestions could not be loaded. You can type values.'
          )}
        </div>
      )}
      <ul className="chip-choices">
        {shown.map(({ value, label }) => (
          <li key={value}>
            <label className="choice">
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={() => toggle(value)}
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
    </form>
  );
}

const typedAs = (name: string) => (name.endsWith('_id') ? 'an id' : 'a value');

/** The choices, followed by selected values that are not among them. */
const withValues = (known: readonly Choice[], values: readonly string[]): Choice[] => [
  ...known,
  ...values
    .filter((value) => !known.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];

function AmountField({
  label,
  value,
  onSet,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSet: (values: readonly string[]) => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const amount = new FormData(event.currentTarget).get('amount');
        onSet(typeof amount === 'string' && amount !== '' ? [amount] : []);
      }}
    >
      <input
        name="amount"
        aria-label={`${label}, at least`}
        inputMode="decimal"
        pattern="\d+(\.\d+)?"
        placeholder="At least, such as 0.5"
        defaultValue={value}
        autoFocus
      />{' '}
      <button>Apply</button>
    </form>
  );
}
