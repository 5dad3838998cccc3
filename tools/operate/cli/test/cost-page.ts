import { checkCalculation } from './cost-page-arithmetic.ts';

export type Row = Readonly<Record<string, string>>;

/** A section of the page: its tables by rows, and the calculations that it shows. */
export interface Section {
  readonly title: string;
  readonly tables: readonly (readonly Row[])[];
  readonly calculations: readonly string[];
  readonly yaml: readonly string[];
}

/** The sections of a page, by their titles. What is before the first has the page's own title. */
export function readPage(text: string): Map<string, Section> {
  const sections = text.split(/^(?=##? )/m).map(readSection);
  return new Map(sections.map((section) => [section.title, section]));
}

function readSection(text: string): Section {
  const fences = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const ofLanguage = (language: string) =>
    fences.filter(([, name]) => name === language).map(([, , body = '']) => body);
  return {
    title: /^##? (.+)$/m.exec(text)?.[1] ?? '',
    tables: [...text.matchAll(/^\|.*\|\n(?:\|.*\|\n)+/gm)].map(([table]) => readTable(table)),
    calculations: ofLanguage('text').flatMap((body) => body.trim().split('\n')),
    yaml: ofLanguage('yaml'),
  };
}

function readTable(text: string): Row[] {
  const [columns = [], , ...rows] = text.trim().split('\n').map(readCells);
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  );
}

const readCells = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/**
 * That every calculation of a section holds, and that there is one that begins with each of these.
 *
 * @throws {Error} with the first that does not
 */
export function checkCalculations(section: Section, beginnings: readonly string[] = []): void {
  for (const calculation of section.calculations) checkCalculation(calculation);
  for (const beginning of beginnings) {
    if (!section.calculations.some((line) => line.startsWith(`${beginning} `))) {
      throw new Error(`${section.title}: nothing begins with ${beginning}`);
    }
  }
}
