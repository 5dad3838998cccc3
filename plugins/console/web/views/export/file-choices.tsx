import { formats, grains, idles, useChosen } from './options.ts';

/** Format, grain and idle cost of the file. */
export function FileChoices() {
  const { chosen, change } = useChosen();
  return (
    <section className="panel export-choices" aria-label="File">
      <header className="panel-head">
        <h2>File</h2>
        <span className="unit">FOCUS 1.4</span>
      </header>
      <Choice
        legend="Grain"
        names={grains}
        value={chosen.grain}
        onChoose={(grain) => change({ grain })}
      />
      <Choice
        legend="Idle"
        names={idles}
        value={chosen.idle}
        onChoose={(idle) => change({ idle })}
      />
      <Choice
        legend="Format"
        names={formats}
        value={chosen.format}
        onChoose={(format) => change({ format })}
      />
    </section>
  );
}

function Choice({
  legend,
  names,
  value,
  onChoose,
}: {
  readonly legend: string;
  readonly names: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChoose: (name: string) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {Object.entries(names).map(([name, label]) => (
        <label key={name}>
          <input
            type="radio"
            name={legend}
            checked={name === value}
            onChange={() => onChoose(name)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
