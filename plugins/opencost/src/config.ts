import { type Static, Type } from 'typebox';

const description =
  'Path prefix of the routes: with /opencost, /opencost/allocation. With "", they have the paths ' +
  'that OpenCost serves, as clients without an option for them need. Must not begin with /v1 or ' +
  '/health.';

/** The plugin's options. */
export const opencostConfig = Type.Object(
  {
    prefix: Type.String({
      default: '/opencost',
      maxLength: 200,
      pattern: '^(?!/(?:v1|health)(?:/|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$',
      description,
    }),
  },
  { additionalProperties: false },
);

export type OpencostConfig = Static<typeof opencostConfig>;

/** What goes before the path of every route: nothing, or `/` and more. */
export type Prefix = '' | `/${string}`;
