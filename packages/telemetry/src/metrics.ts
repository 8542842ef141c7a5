export { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
