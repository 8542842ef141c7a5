import { z } from 'zod';

export const UploadedImage = z
  .object({
    url: z.string().describe('The path of the image in one width and format. The same image always has the same one.'),
  })
  .meta({ id: 'UploadedImage', description: 'The stored image: upright, reduced in size, and without metadata.' });

export type UploadedImage = z.infer<typeof UploadedImage>;
