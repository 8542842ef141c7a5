export { recordExport } from './exports.ts';
export { type AuditActor, record, recordAll } from './record.ts';
export { type SecurityLog, securityLog } from './security-log.ts';
