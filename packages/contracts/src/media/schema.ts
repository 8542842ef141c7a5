import { z } from 'zod';

export const UploadedImage = z.object({ url: z.string() });

export type UploadedImage = z.infer<typeof UploadedImage>;
