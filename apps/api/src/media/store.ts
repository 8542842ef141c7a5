import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import type { MediaSettings } from '#platform/config.ts';

/** Where pictures are kept. The driver that is not in use is not even loaded. */
export async function openDisk(settings: MediaSettings) {
  if (settings.driver === 'fs') {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return new Disk(new FSDriver({ location: resolve(settings.directory), visibility: 'private' }));
  }

  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = settings;
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      bucket,
      region,
      endpoint,
      // Other makers' stores know no bucket as part of a host name, and no ACLs.
      forcePathStyle: endpoint !== undefined,
      supportsACL: false,
      visibility: 'private',
      // Without keys in the settings the machine's own role is used.
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    }),
  );
}
