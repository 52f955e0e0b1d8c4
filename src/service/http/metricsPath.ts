/** In a file of its own, because the one that serves the metrics loads prom-client. */
export const metricsPath = '/metrics'
