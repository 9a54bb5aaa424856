import { useTranslation } from 'react-i18next'
import { errorText } from '../i18n/i18n.ts'
import { StatusInline } from './StatusTag.tsx'

/** What came of an action that the audit keeps: done, or the words of its refusal. */
export function AuditResult({ result }: { result: string }) {
  const { t } = useTranslation('plants')
  if (result === 'ok') return <StatusInline state="ok" cause={t('audit.done')} />
  const words = errorText('errors', result) ?? result
  // What a refusal says of its own case is not kept: without it such a sentence would have holes.
  return <StatusInline state="error" cause={words.includes('{{') ? t('audit.refused') : words} />
}
