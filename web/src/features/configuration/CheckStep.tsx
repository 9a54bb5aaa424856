import { Alert, Button } from '@mantine/core'
import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { ConfigurationRequest } from '@vigilux/contract/features/configuration/configuration.ts'
import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as wizardStyles from '../../shared/layout/wizard.module.css'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { type CurrentUnit, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { toConfigurationChange } from './changes.ts'
import * as styles from './configuration.module.css'
import { Preview } from './Preview.tsx'

type CheckProps = {
  plantId: string
  open: CurrentUnit
  request: ConfigurationRequest
  changes: readonly PositionChange[]
  onBack: () => void
  onStarted: (operation: Operation) => void
}

/** The planned changes, position by position; nothing has been sent. */
export function CheckStep({ plantId, open, request, changes, onBack, onStarted }: CheckProps) {
  const { t } = useTranslation('configuration')
  const unit = useWhyNotCommand()(open.unit)
  const busy = useWhyNotBusy(open.topic)
  const [isConfirming, setConfirming] = useState(false)
  const configure = useActionMutation('configureUnit', { refresh: ['getOperations'] })
  const lostPositions = changes.filter(
    (change) => toConfigurationChange(change) === 'removed' || toConfigurationChange(change) === 'replaced',
  )
  const send = async () => {
    setConfirming(false)
    const response = await configure.mutateAsync({ plantId, topic: open.topic, request }).catch(() => undefined)
    if (response) onStarted(response.operation)
  }
  const positions = lampRanges(lostPositions.map(({ addr }) => addr))
  return (
    <div className={`${wizardStyles.wizardStep} ${wizardStyles.wizardWide}`}>
      <h2>{t('check.title')}</h2>
      <p>{t(`check.text.${request.mode}`)}</p>
      {changes.length > 0 ? <Preview changes={changes} /> : null}
      <FormFailure error={configure.error} />
      <FaultyLines error={configure.error} />
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <ReasonButton
          blockedReason={unit ?? busy}
          loading={configure.isPending}
          onClick={() => (lostPositions.length > 0 ? setConfirming(true) : void send())}
        >
          {t(`check.go.${request.mode}`)}
        </ReasonButton>
      </footer>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        typed={open.unit.cu_id}
        title={t(`check.ask.${request.mode}`, { serial: open.unit.cu_id })}
        confirmLabel={t(`check.go.${request.mode}`)}
        onConfirm={send}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('check.lost', { count: lostPositions.length })}</p>
        <p className={styles.positions}>{positions}</p>
        <p>{t('check.kept')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The list changed meanwhile: the server names the faulty lines. */
function FaultyLines({ error }: { error: unknown }) {
  const { t } = useTranslation('configuration')
  if (!error) return null
  const { lines } = (failureOf(error).details ?? {}) as { lines?: { serial: string; fault: string }[] }
  if (!Array.isArray(lines) || lines.length === 0) return null
  return (
    <Alert color="red">
      <ul>
        {lines.slice(0, 20).map(({ serial, fault }) => (
          <li key={`${serial}.${fault}`}>
            {serial}: {t(`fault.${fault}` as 'fault.format', { digits: '6 / 8' })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
