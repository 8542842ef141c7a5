import { context, DiagLogLevel, diag } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

const EXPORT_TIMEOUT_MS = 5_000;
const EXPORT_EVERY_MS = 2_000;

export type TraceSettings = {
  /** Of an OTLP receiver, without the path `/v1/traces`. */
  endpoint: string;
  /** Share of new traces that are recorded, 0 to 1. A trace that began in another process follows its decision. */
  ratio: number;
};

type Service = { name: string; version: string };

/** Loaded only when an endpoint is set. */
export function startTraceExport(
  { endpoint, ratio }: TraceSettings,
  service: Service,
  onError: (message: string) => void,
) {
  const ignore = () => {};
  diag.setLogger(
    { error: onError, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service.name, 'service.version': service.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
  });
  return { tracer: provider.getTracer('crystalline', service.version), stop: () => provider.shutdown() };
}
