import { useAnswer } from '../../api/answer.ts';
import { focusSchema } from '../../api/focus.ts';
import { clusters } from '../../api/questions.ts';
import { View } from '../../parts/view.tsx';
import { ClusterChoice } from './cluster-choice.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { CommandLine } from './command-line.tsx';
import { Contents } from './contents.tsx';
import { Download } from './download.tsx';
import { FileChoices } from './file-choices.tsx';
import { defaultPreset, toSchemaQuery, useChosen } from './options.ts';
import './export.css';

/** A FOCUS file: its contents, the download, and the corresponding command. */
export function Page() {
  const { chosen } = useChosen();
  const { grain, idle } = chosen;
  // The schema of all columns, whatever is selected.
  const schema = useAnswer(focusSchema({ grain, idle }));
  const fileSchema = useAnswer(focusSchema(toSchemaQuery(chosen)));
  return (
    <View title="Export" has={['range']} defaultPreset={defaultPreset}>
      <div className="stack">
        <div className="grid-2">
          <FileChoices />
          <ClusterChoice answer={useAnswer(clusters())} />
        </div>
        <ColumnChoice answer={schema} />
        <Contents answer={fileSchema} />
        <div className="grid-2">
          <Download />
          <CommandLine />
        </div>
      </div>
    </View>
  );
}
