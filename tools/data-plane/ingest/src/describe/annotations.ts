/** Annotations that Kubernetes maintains itself; some of them change with every rollout. */
const kubernetesKey = /^(?:[^/]+\.)?(?:kubernetes|k8s)\.io\//;

/** The annotations of an object that were set by people and tools. */
export const chosenAnnotations = (
  annotations: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries(annotations ?? {}).filter(([key]) => !kubernetesKey.test(key)));
