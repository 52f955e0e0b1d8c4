/** The path of the metrics. In a file of its own, because the one that serves them loads prom-client. */
export const metricsPath = '/metrics'
