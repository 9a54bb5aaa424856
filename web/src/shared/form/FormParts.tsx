import { Alert, Text } from '@mantine/core'
import { IconAlertOctagonFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureOf, failureText } from '../api/api-failure.ts'
import * as styles from './form-foot.module.css'
import { useIsInView } from './use-in-sight.ts'

/** Explains the asterisk once; first line of a form with required fields. */
export function RequiredNote() {
  const { t } = useTranslation('shared')
  return (
    <Text size="xs" c="dimmed">
      {t('form.required')}
    </Text>
  )
}

/** A refusal of the whole form; field errors appear next to their fields. */
export function FormFailure({ error }: { error: unknown }) {
  return error ? <Failure error={error} /> : null
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('shared')
  const viewRef = useIsInView<HTMLDivElement>()
  const { requestId, status } = failureOf(error)
  return (
    <Alert
      ref={viewRef}
      className={styles.inSight}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertOctagonFilled size={18} aria-hidden />}
    >
      <Text size="sm">{failureText(error)}</Text>
      {requestId && status >= 500 ? (
        <Text size="xs" c="dimmed">
          {t('reference', { ref: requestId })}
        </Text>
      ) : null}
    </Alert>
  )
}

/** "2 changes not saved", next to Save. */
export function UnsavedCount({ count }: { count: number }) {
  const { t } = useTranslation('shared')
  return count > 0 ? (
    <Text size="sm" c="dimmed" role="status">
      {t('form.unsaved', { count })}
    </Text>
  ) : null
}
