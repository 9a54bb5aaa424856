import { Button, Text } from '@mantine/core'
import { IconAlertOctagonFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureOf, failureText } from '../api/api-failure.ts'
import { CopyReference } from './CopyReference.tsx'
import { StatePanel } from './StatePanel.tsx'

type ErrorStateProps = {
  error: unknown
  /** The failed operation in words: "The report could not be built". */
  title?: string
  retry?: () => void
  level?: 1 | 2
}

/** The support page with the reference and the failed page, without any identity of a plant. */
const helpAddress = (request: string | undefined): string => {
  const page =
    window.location.hash
      .slice(1)
      .split('?')[0]
      ?.replaceAll(/\/[0-9a-f-]{36}/g, '/…') ?? ''
  return `#/supporto?${new URLSearchParams({ from: page, ...(request && { request }) })}`
}

/**
 * Shows the failure, the next step, and a reference for support. An invalid input here came from the address: there are
 * no fields to correct, and a retry is useless.
 */
export function ErrorState({ error, title, retry, level = 2 }: ErrorStateProps) {
  const { t } = useTranslation('shared')
  const { code, requestId } = failureOf(error)
  const isBadAddress = code === 'INVALID_INPUT'
  return (
    <StatePanel
      icon={IconAlertOctagonFilled}
      tone="error"
      role="alert"
      level={level}
      title={title ?? t(isBadAddress ? 'noPage.title' : 'errorTitle')}
      action={
        <>
          {retry && !isBadAddress ? (
            <Button variant="default" onClick={retry}>
              {t('tryAgain')}
            </Button>
          ) : null}
          <Button component="a" href={helpAddress(requestId)} variant="subtle">
            {t('getHelp')}
          </Button>
        </>
      }
    >
      {isBadAddress ? t('noPage.text') : failureText(error)}
      {requestId ? <Reference id={requestId} /> : null}
    </StatePanel>
  )
}

function Reference({ id }: { id: string }) {
  const { t } = useTranslation('shared')
  return (
    <Text component="div" size="xs" mt={4}>
      {t('reference', { ref: id })} <CopyReference id={id} />
    </Text>
  )
}
