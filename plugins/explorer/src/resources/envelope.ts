import { type Envelope } from '@costplane/plugin-api';
import { Type } from 'typebox';

/** `{success, data, request_id}` (contract, "Envelope"). */
export const explorerEnvelope: Envelope = {
  schema: (data) =>
    Type.Object({
      success: Type.Literal(true, { description: 'Always true.' }),
      data,
      request_id: Type.String({
        description: 'Id of the request in logs, as in the header X-Request-ID.',
      }),
    }),
  wrap: (data, { request_id }) => ({ success: true, data, request_id }),
};
