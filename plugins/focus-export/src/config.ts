import { type Static, Type } from 'typebox';

/** Options of the plugin. */
export const exportConfig = Type.Object({
  serviceProviderName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description:
        'Provider of the clusters: ServiceProviderName, InvoiceIssuerName, and the host ' +
        'provider of clusters outside a cloud. Default: the name of the organization.',
    }),
  ),
  dataGenerator: Type.String({
    minLength: 1,
    default: 'Costplane',
    description: 'Producer of the files: DataGenerator in the schema.',
  }),
});

export type ExportConfig = Static<typeof exportConfig>;
