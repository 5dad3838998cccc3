type ListPrice = readonly [
  provider: 'aws' | 'gcp' | 'azure',
  region: string,
  instanceType: string,
  onDemandHourly: string,
];

/**
 * On-demand list prices of common instance types, USD per hour. A type or region that is not
 * here is priced at the default rates; a wrong price is worse than none, so add only what the
 * provider's page says.
 *
 * These were written down by hand and have not been compared with the providers' pages for this
 * release.
 */
export const listPrices: { asOf: string; source: string; prices: readonly ListPrice[] } = {
  asOf: 'around 2025-06',
  source:
    'Linux, on demand, no commitment; written down by hand, not yet compared for this release ' +
    "with the providers' public price pages: " +
    'aws.amazon.com/ec2/pricing/on-demand, cloud.google.com/compute/vm-instance-pricing, ' +
    'azure.microsoft.com/pricing/details/virtual-machines/linux',
  prices: [
    ['aws', 'us-east-1', 't3.medium', '0.0416'],
    ['aws', 'us-east-1', 't3.large', '0.0832'],
    ['aws', 'us-east-1', 'm5.large', '0.096'],
    ['aws', 'us-east-1', 'm5.xlarge', '0.192'],
    ['aws', 'us-east-1', 'm5.2xlarge', '0.384'],
    ['aws', 'us-east-1', 'm6i.large', '0.096'],
    ['aws', 'us-east-1', 'm6i.xlarge', '0.192'],
    ['aws', 'us-east-1', 'm6i.2xlarge', '0.384'],
    ['aws', 'us-east-1', 'm6i.4xlarge', '0.768'],
    ['aws', 'us-east-1', 'c6i.xlarge', '0.17'],
    ['aws', 'us-east-1', 'r6i.xlarge', '0.252'],
    ['aws', 'us-east-1', 'g4dn.xlarge', '0.526'],
    ['aws', 'us-east-1', 'g5.xlarge', '1.006'],
    ['aws', 'eu-west-1', 't3.medium', '0.0456'],
    ['aws', 'eu-west-1', 't3.large', '0.0912'],
    ['aws', 'eu-west-1', 'm5.large', '0.107'],
    ['aws', 'eu-west-1', 'm5.xlarge', '0.214'],
    ['aws', 'eu-west-1', 'm6i.large', '0.107'],
    ['aws', 'eu-west-1', 'm6i.xlarge', '0.214'],
    ['gcp', 'us-central1', 'e2-standard-2', '0.067006'],
    ['gcp', 'us-central1', 'e2-standard-4', '0.134012'],
    ['gcp', 'us-central1', 'n1-standard-4', '0.19'],
    ['gcp', 'us-central1', 'n2-standard-2', '0.097118'],
    ['gcp', 'us-central1', 'n2-standard-4', '0.194236'],
    ['azure', 'eastus', 'Standard_D2s_v3', '0.096'],
    ['azure', 'eastus', 'Standard_D4s_v3', '0.192'],
    ['azure', 'eastus', 'Standard_D2s_v5', '0.096'],
    ['azure', 'eastus', 'Standard_D4s_v5', '0.192'],
    ['azure', 'eastus', 'Standard_D8s_v5', '0.384'],
    ['azure', 'eastus', 'Standard_NC4as_T4_v3', '0.526'],
  ],
};
