import { IconSignature } from '@tabler/icons-react'
import { handoverSideOf } from '@vigilux/contract/features/handover/handover.rules.ts'
import { type Handover, type HandoverSide, handoverSides } from '@vigilux/contract/features/handover/handover.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { archivedReason, changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './handover.module.css'

type Props = { handover: Handover; unsaved: boolean }

/** Signatures of each side, and the form to sign for the own one. */
export function Signatures({ handover, unsaved }: Props) {
  const { t } = useTranslation('handover')
  return (
    <Card title={t('sign.title')}>
      <div className={styles.handoverSides}>
        {handoverSides.map((side) => (
          <SignatureSide key={side} side={side} handover={handover} unsaved={unsaved} />
        ))}
      </div>
      {handover.state === 'halfSigned' ? <ReopenButton handover={handover} /> : null}
      <p className={`vx-hint ${styles.handoverDigest}`}>{t('digest', { digest: handover.digest })}</p>
    </Card>
  )
}

function useWhyNotSign(side: HandoverSide, { handover, unsaved }: Props): string | undefined {
  const { t } = useTranslation('handover')
  const { plant } = useCurrentPlant()
  const { role } = plant
  const archivedText = archivedReason(plant)
  if (archivedText) return archivedText
  if (!roleMay(role, 'handover.sign') || handoverSideOf(role) !== side)
    return t(side === 'owner' ? 'sign.mayNotOwner' : 'sign.mayNotInstaller')
  if (unsaved) return t('sign.unsaved')
  return handover.missing.length > 0 ? t('sign.lacking') : undefined
}

function SignatureSide({ side, ...props }: Props & { side: HandoverSide }) {
  const { t } = useTranslation('handover')
  const { plantId, plant } = useCurrentPlant()
  const { full } = useFormats(plant.timezone)
  const [isConfirming, setConfirming] = useState(false)
  const blockedReason = useWhyNotSign(side, props)
  const { handover } = props
  const signature = handover.signatures.find((one) => one.side === side)
  const sign = useActionMutation('signHandover', {
    refresh: ['getHandover', 'getHandovers'],
    onSuccess: () => {
      toastDone(t('sign.done'))
      setConfirming(false)
    },
  })
  return (
    <div className={styles.handoverSide}>
      <b>{t(side === 'owner' ? 'sign.owner' : 'sign.installer')}</b>
      <span>{signature ? t('word.nameAt', { name: signature.name, at: full(signature.at) }) : t('sign.none')}</span>
      {signature ? null : (
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          leftSection={<IconSignature size={16} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          {t('sign.now')}
        </ReasonButton>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={t('sign.question')}
        confirmLabel={t('sign.now')}
        onConfirm={() => sign.mutateAsync({ plantId, handoverId: handover.id, digest: handover.digest })}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('sign.text')}</p>
        <FormFailure error={sign.error} />
      </ConfirmDialog>
    </div>
  )
}

function ReopenButton({ handover: { id: handoverId, signatures } }: { handover: Handover }) {
  const { t } = useTranslation('handover')
  const { plantId, plant } = useCurrentPlant()
  const [isConfirming, setConfirming] = useState(false)
  const reopen = useActionMutation('reopenHandover', {
    refresh: ['getHandover', 'getHandovers'],
    onSuccess: () => {
      toastDone(t('reopen.done'))
      setConfirming(false)
    },
  })
  const notAllowedText = t(handoverSideOf(plant.role) === 'owner' ? 'sign.mayNotOwner' : 'sign.mayNotInstaller')
  const blockedReason = changeBlockedReason(plant, 'handover.sign', notAllowedText)
  return (
    <>
      <ReasonButton variant="subtle" blockedReason={blockedReason} onClick={() => setConfirming(true)}>
        {t('reopen.open')}
      </ReasonButton>
      <ConfirmDialog
        opened={isConfirming}
        title={t('reopen.open')}
        confirmLabel={t('reopen.open')}
        onConfirm={() => reopen.mutateAsync({ plantId, handoverId })}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('reopen.text', { name: signatures[0]?.name ?? '' })}</p>
        <FormFailure error={reopen.error} />
      </ConfirmDialog>
    </>
  )
}
