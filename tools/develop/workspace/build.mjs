import { prepareWorkspace } from './prepare-workspace.mjs';

await prepareWorkspace();
