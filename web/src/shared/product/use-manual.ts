import { useMutation } from '@tanstack/react-query'
import { manualPath } from '@vigilux/contract/features/catalogue/manual.ts'
import { fetchFile } from '../api/download.ts'
import { toastFailure } from '../feedback/toast.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { saveBlob } from '../save-blob.ts'

/** Saves a product's manual in the reader's language, fetched completely: a refusal then has words. */
export function useManual(code: string) {
  const language = useLanguage()
  const name = `${code}-${language}.pdf`
  return useMutation({
    mutationFn: async () => saveBlob(await fetchFile({ url: manualPath({ language, code }), name, bytes: 0 }), name),
    onError: toastFailure,
  })
}
