import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '@shop/contracts/catalog/admin-schema';
import { Problem } from '@shop/contracts/common/problem';
import type { uploadImage as upload } from '@shop/contracts/media/admin-operations';
import { UploadedImage } from '@shop/contracts/media/schema';
import { apiUrl } from '#lib/browser-api.ts';

type UploadResult = { url: string } | { failed: string };

/** Uploads the file unchanged. A wrong type or a file that is too large is rejected before the upload. */
export async function uploadImage(file: File): Promise<UploadResult> {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return { failed: messages.imageType };
  if (file.size > IMAGE_BYTES_MAX) return { failed: messages.imageTooLarge };
  try {
    const response = await fetch(apiUrl<typeof upload>('POST /admin/images', {}), {
      method: 'POST',
      headers: { 'content-type': file.type },
      body: file,
    });
    const responseBody: unknown = await response.json();
    if (response.ok) return UploadedImage.parse(responseBody);
    const problem = Problem.safeParse(responseBody);
    return { failed: problem.success && problem.data.status < 500 ? problem.data.message : messages.uploadFailed };
  } catch {
    return { failed: messages.uploadFailed };
  }
}
