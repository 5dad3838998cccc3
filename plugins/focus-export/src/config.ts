import { type Static, Type } from 'typebox';

/** What an operator may say of the files. */
export const exportConfig = Type.Object({
  serviceProviderName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description:
        'Who offers the clusters: ServiceProviderName, InvoiceIssuerName, and the host of clusters ' +
        'that are in no cloud. Without it, the name of the organization.',
    }),
  ),
  dataGenerator: Type.String({
    minLength: 1,
    default: 'Costplane',
    description: 'Who makes the files: DataGenerator of the schema.',
  }),
});

export type ExportConfig = Static<typeof exportConfig>;
