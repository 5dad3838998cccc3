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
        'Serve the API explorer at /v1/docs. If `openapi` is off, it shows only the document ' +
        'in `?url=`.',
    }),
    documentOrigins: Type.Array(Type.String({ pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]+)?$' }), {
      default: [],
      description:
        'Other trusted origins, such as https://specs.example.com. A document from them in ' +
        '`?url=` is shown without a warning and with the form for a key.',
    }),
  },
  { additionalProperties: false },
);
