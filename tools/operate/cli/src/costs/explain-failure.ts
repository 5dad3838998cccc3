import { CostplaneError } from '@costplane/client';
import { CommandError } from '../command-error.ts';

/** Turns a failed request into advice for the caller; any other error is returned unchanged. */
export function explainFailure(error: unknown, url: string): unknown {
  if (error instanceof CostplaneError) {
    return new CommandError(explainResponse(error, url), { cause: error });
  }
  if (error instanceof SyntaxError) {
    return new CommandError(
      `${url} did not respond with JSON: it is not Costplane, or a proxy in front of it responds`,
      { cause: error },
    );
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    const reason = cause?.code ?? cause?.message ?? error.message;
    return new CommandError(
      `Cannot reach ${url} (${reason}); start it (npm start), or choose another service with ` +
        '--url or COSTPLANE_URL',
      { cause: error },
    );
  }
  return error;
}

function explainResponse(error: CostplaneError, url: string): string {
  const { code, status, message, details } = error;
  const [detail] = details;
  switch (code) {
    case 'UNAUTHORIZED':
      return `The key is not valid at ${url}; pass another with --key or COSTPLANE_KEY`;
    case 'FORBIDDEN':
      return `The key lacks the scope ${detail?.required ?? 'for this'}; \`costplane key create --scope\` creates one that has it`;
    case 'UNKNOWN':
      return (
        `${url} responded with ${status}: it is not Costplane, or a proxy in front of it is ` +
        'failing'
      );
    case 'BAD_REQUEST':
      if (status === 404) return `${url} does not serve this: its plugin is not loaded`;
      break;
    default:
  }
  return `${message} (${code})`;
}
