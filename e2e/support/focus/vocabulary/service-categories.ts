/** Every subcategory with its one category (section 1.6 of the reference). */
const table: Readonly<Record<string, string>> = {
  'AI and Machine Learning':
    'AI Platforms, Bots, Generative AI, Machine Learning, Natural Language Processing',
  Analytics:
    'Analytics Platforms, Business Intelligence, Data Processing, Search, Streaming Analytics',
  'Business Applications': 'Productivity and Collaboration',
  Compute: 'Containers, End User Computing, Quantum Compute, Serverless Compute, Virtual Machines',
  Databases:
    'Caching, Data Warehouses, Ledger Databases, NoSQL Databases, Relational Databases, Time Series Databases',
  'Developer Tools':
    'Continuous Integration and Deployment, Developer Platforms, Development Environments, Quality Assurance, Source Code Management',
  Identity: 'Identity and Access Management',
  Integration: 'API Management, Messaging, Workflow Orchestration',
  'Internet of Things': 'IoT Analytics, IoT Platforms',
  'Management and Governance':
    'Architecture, Compliance, Cost Management, Data Governance, Disaster Recovery, Endpoint Management, Observability, Support',
  Media: 'Content Creation, Gaming, Media Streaming, Mixed Reality',
  Migration: 'Data Migration, Resource Migration',
  Mobile: '',
  Multicloud: 'Multicloud Integration',
  Networking:
    'Application Networking, Content Delivery, Network Connectivity, Network Infrastructure, Network Routing, Network Security',
  Security: 'Secret Management, Security Posture Management, Threat Detection and Response',
  Storage: 'Backup Storage, Block Storage, File Storage, Object Storage, Storage Platforms',
  Web: 'Application Platforms',
  Other: '',
};

export const serviceCategories: readonly string[] = Object.keys(table);

export const categoryOfSubcategory: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([category, text]) =>
    [...text.split(', ').filter((name) => name !== ''), `Other (${category})`].map(
      (subcategory) => [subcategory, category] as const,
    ),
  ),
);
