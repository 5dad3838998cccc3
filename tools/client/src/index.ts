export { type components, type operations, type paths } from './contract.ts';
export { CostplaneError } from './costplane-error.ts';
export {
  type Answer,
  type AnswerBody,
  type CallInit,
  type ClientOptions,
  type CostplaneClient,
  createClient,
  type Path,
} from './create-client.ts';
export { Money, type MoneyObject } from './money.ts';
export { type ListPath, paginate, paginateCosts, type Row } from './paginate.ts';
export { type ExportedFile, exportFocus, ExportInterruptedError } from './export-focus.ts';
export { type Retry } from './retry.ts';
export { type ErrorCode, type ErrorDetail, type Schemas } from './schemas.ts';
