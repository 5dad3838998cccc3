/** One entry of an error's `details` (contract, section "Errors"). */
export interface ErrorDetail {
  readonly field?: string;
  readonly reason?: string;
  readonly allowed?: readonly string[];
  readonly message?: string;
  readonly required?: string;
  readonly cluster_id?: string;
}
