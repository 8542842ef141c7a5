import { useLocation, useNavigation } from 'react-router';

/** Whether a form of this page is being submitted: any, or the one with these values. */
export function useIsSubmitting(values: Record<string, string> = {}) {
  const { formAction, formData } = useNavigation();
  const { pathname } = useLocation();
  if (formAction?.split(/[?#]/)[0] !== pathname) return false;
  return Object.entries(values).every(([name, value]) => formData?.get(name) === value);
}
