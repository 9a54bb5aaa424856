import { useTranslation } from 'react-i18next'
import { errorText } from '../i18n/i18n.ts'
import { StatusInline } from './StatusTag.tsx'

/** The result of an audited action: done, or the text of its refusal. */
export function AuditResult({ result }: { result: string }) {
  const { t } = useTranslation('plants')
  if (result === 'ok') return <StatusInline state="ok" cause={t('audit.done')} />
  const resultText = errorText('errors', result) ?? result
  // The audit does not store a refusal's values, so a text with placeholders would have gaps.
  return <StatusInline state="error" cause={resultText.includes('{{') ? t('audit.refused') : resultText} />
}
