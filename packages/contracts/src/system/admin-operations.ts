import { operation } from '../common/operation.ts';
import { JobParams, SystemReport } from './schema.ts';

const tag = 'Admin: system';

export const getSystemReport = operation('GET /admin/system', {
  id: 'getSystemReport',
  tag,
  summary: 'Get system health',
  response: SystemReport,
});

export const retryJob = operation('POST /admin/system/jobs/:id/retry', {
  id: 'retryJob',
  tag,
  summary: 'Retry a failed job',
  params: JobParams,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['job_not_found'] },
});

export const removeJob = operation('DELETE /admin/system/jobs/:id', {
  id: 'removeJob',
  tag,
  summary: 'Remove a failed job',
  params: JobParams,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['job_not_found'] },
});
