import { Button, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as styles from './attachments.module.css'
import type { useAttach } from './use-attach.ts'

/** Progress of an upload, or why it failed. */
export function AttachProgress({ sending, failure, cancel }: Omit<ReturnType<typeof useAttach>, 'attach'>) {
  const { t } = useTranslation('attachments')
  const { percent } = useFormats()
  return (
    <>
      {failure ? (
        <>
          <Text size="sm">{t('failed', { name: failure.name })}</Text>
          <FormFailure error={failure.error} />
        </>
      ) : null}
      {sending ? (
        <div className={styles.attachSending} role="status">
          <Text size="sm">{t('sending', { name: sending.name, part: percent(Math.floor(sending.part * 100)) })}</Text>
          <Progress value={sending.part * 100} aria-label={sending.name} />
          <Button variant="default" size="xs" onClick={cancel}>
            {t('cancel')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
