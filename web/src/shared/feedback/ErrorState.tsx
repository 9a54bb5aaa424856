import { Button, Text } from '@mantine/core'
import { IconAlertOctagonFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureOf, failureText } from '../api/api-failure.ts'
import { CopyReference } from './CopyReference.tsx'
import { StatePanel } from './StatePanel.tsx'

type ErrorStateProps = {
  error: unknown
  /** What failed, in words: "The report could not be built". */
  title?: string
  retry?: () => void
  level?: 1 | 2
}

/** The page of support, which learns the reference and where it happened, without anything that names a plant. */
const helpAddress = (request: string | undefined): string => {
  const page =
    window.location.hash
      .slice(1)
      .split('?')[0]
      ?.replaceAll(/\/[0-9a-f-]{36}/g, '/…') ?? ''
  return `#/supporto?${new URLSearchParams({ from: page, ...(request && { request }) })}`
}

/**
 * What failed, what to do, and a reference to give to support. What was asked for came from the address: where it does not
 * fit, there are no fields to correct, and asking again is of no use.
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
