import { Type } from 'typebox';

export const healthConfig = Type.Object(
  {
    openapi: Type.Boolean({
      default: true,
      description: 'Serve /v1/openapi.json and /v1/openapi.yaml.',
    }),
    docs: Type.Boolean({
      default: true,
      description:
        'Serve the API explorer at /v1/docs. Without `openapi` it has only what `?url=` names.',
    }),
  },
  { additionalProperties: false },
);
