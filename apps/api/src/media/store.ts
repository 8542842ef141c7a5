import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import type { MediaSettings } from '#platform/config.ts';

/** The storage of images. Loads only the driver that is in use. */
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
      // Other S3-compatible stores support neither buckets as part of a host name nor ACLs.
      forcePathStyle: endpoint !== undefined,
      supportsACL: false,
      visibility: 'private',
      // Without keys in the settings, the machine's own role is used.
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    }),
  );
}
