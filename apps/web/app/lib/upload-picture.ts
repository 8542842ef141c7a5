import { PICTURE_BYTES_MAX, PICTURE_TYPES, UploadedPicture } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { Problem } from '@shop/contracts/problem';

type Uploaded = { url: string } | { failed: string };

/** Sends a picture as it is; what is plainly none is not sent at all. */
export async function uploadPicture(file: File): Promise<Uploaded> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) return { failed: messages.pictureType };
  if (file.size > PICTURE_BYTES_MAX) return { failed: messages.pictureTooLarge };
  try {
    const response = await fetch('/api/admin/pictures', {
      method: 'POST',
      headers: { 'content-type': file.type },
      body: file,
    });
    const answer: unknown = await response.json();
    if (response.ok) return UploadedPicture.parse(answer);
    const problem = Problem.safeParse(answer);
    return { failed: problem.success && problem.data.status < 500 ? problem.data.message : messages.uploadFailed };
  } catch {
    return { failed: messages.uploadFailed };
  }
}
