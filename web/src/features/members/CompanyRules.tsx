import { Radio, TextInput } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { type MemberRule, ruleDomain, ruleRoles } from '@vigilux/contract/features/members/member-rule.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import * as styles from './members.module.css'

/** Membership rules of the plant for everybody of a company; for its administrators. */
export function CompanyRules({ plant }: { plant: PlantDetails['plant'] }) {
  const plantId = plant.plant_id
  const blockedReason = archivedReason(plant)
  const { t } = useTranslation(['members', 'people'])
  const [isAdding, setAdding] = useState(false)
  return (
    <div className={styles.invited}>
      <Card
        title={t('people:rules.title')}
        aside={
          <ReasonButton
            size="compact-sm"
            variant="subtle"
            blockedReason={blockedReason}
            onClick={() => setAdding(true)}
          >
            {t('people:rules.add')}
          </ReasonButton>
        }
      >
        <AnswerBoundary>
          <Rules plantId={plantId} blockedReason={blockedReason} />
        </AnswerBoundary>
        {isAdding ? <AddRule plantId={plantId} onClose={() => setAdding(false)} /> : null}
      </Card>
    </div>
  )
}

function Rules({ plantId, blockedReason }: { plantId: string; blockedReason: string | undefined }) {
  const { t } = useTranslation(['members', 'people'])
  const { rules } = useAnswer('getMemberRules', { plantId })
  return (
    <ul>
      {rules.length === 0 ? <li>{t('people:rules.none')}</li> : null}
      {rules.map((rule) => (
        <RuleLine key={rule.domain} plantId={plantId} rule={rule} blockedReason={blockedReason} />
      ))}
    </ul>
  )
}

type RuleLineProps = { plantId: string; rule: MemberRule; blockedReason: string | undefined }

function RuleLine({ plantId, rule: { domain, company, role }, blockedReason }: RuleLineProps) {
  const { t } = useTranslation(['members', 'people'])
  const [isConfirming, setConfirming] = useState(false)
  const remove = useActionMutation('removeMemberRule', { refresh: ['getMemberRules'] })
  const confirm = async () => {
    try {
      await remove.mutateAsync({ plantId, domain })
    } catch (error) {
      toastFailure(error)
    }
    setConfirming(false)
  }
  return (
    <li className={styles.memberRule}>
      <IconBuilding size={18} aria-hidden />
      <span>
        <b>@{domain}</b> · {company ?? t('people:rules.resting')} · {t(`role.${role}`)}
      </span>
      <ReasonButton
        size="compact-sm"
        variant="subtle"
        color="gray"
        blockedReason={blockedReason}
        aria-label={t('people:rules.remove', { domain })}
        onClick={() => setConfirming(true)}
      >
        {t('word.remove')}
      </ReasonButton>
      {isConfirming ? (
        <ConfirmDialog
          opened
          title={t('people:rules.removeTitle', { domain })}
          confirmLabel={t('word.remove')}
          onConfirm={confirm}
          onCancel={() => setConfirming(false)}
        >
          {t('people:rules.removeText')}
        </ConfirmDialog>
      ) : null}
    </li>
  )
}

const ruleForm = z.object({ domain: ruleDomain, role: z.enum(ruleRoles) })

function AddRule({ plantId, onClose }: { plantId: string; onClose: () => void }) {
  const { t } = useTranslation(['members', 'people'])
  const form = useCheckedForm(ruleForm, { domain: '', role: 'installerReadOnly' as (typeof ruleRoles)[number] })
  const [failure, setFailure] = useState<unknown>()
  const save = useActionMutation('saveMemberRule', { refresh: ['getMemberRules'] })
  const submit = async ({ domain, role }: typeof form.values) => {
    setFailure(undefined)
    try {
      const { joined } = await save.mutateAsync({ plantId, domain, role })
      toastDone(t('people:rules.joined', { n: joined }))
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  }
  return (
    <FormDialog title={t('people:rules.title')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form
          className={styles.inviteForm}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <p>{t('people:rules.text')}</p>
          <FormFailure error={failure} />
          <TextInput
            label={t('people:rules.domain')}
            withAsterisk
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('domain')}
          />
          <Radio.Group label={t('word.role')} withAsterisk {...form.getInputProps('role')}>
            <div className={styles.roleChoice}>
              {ruleRoles.map((role) => (
                <Radio key={role} value={role} label={t(`role.${role}`)} description={t(`roleText.${role}`)} />
              ))}
            </div>
          </Radio.Group>
          <DialogFoot onCancel={cancel} saving={save.isPending}>
            {t('people:rules.add')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
