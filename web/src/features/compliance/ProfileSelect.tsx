import { Button, Select, Switch } from '@mantine/core'
import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import {
  type Edition,
  editions,
  type ProfileChoice,
  type ProfileId,
  profileIds,
} from '@vigilux/contract/features/compliance/profile.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { changeBlockedReason } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import * as styles from './compliance.module.css'
import { useProfileName } from './use-profile-name.ts'

/** The plant's compliance profile, visible to everybody; one role may change it. */
export function ProfileSelect({ profile }: { profile: Compliance['profile'] }) {
  const { t } = useTranslation('compliance')
  const { plant } = useCurrentPlant()
  const { day } = useFormats('UTC')
  const nameOf = useProfileName()
  const [isOpen, setOpen] = useState(false)
  const blockedReason = changeBlockedReason(plant, 'plant.administer', t('profile.whyNot'))
  return (
    <div className={styles.judgedBy}>
      <p>
        <strong>{`${nameOf(profile.profile)}, EN 50172:${profile.edition}`}</strong>
        <span>{profile.documents.join(', ')}</span>
        {profile.alwaysOpen ? <span>{t('profile.alwaysOpen')}</span> : null}
        {profile.byDefault ? <span>{t('profile.byDefault')}</span> : null}
        {profile.lastDay ? <span>{t('profile.lastDay', { day: day(profile.lastDay) })}</span> : null}
      </p>
      <RoleAction permission="plant.administer">
        <ReasonButton variant="default" size="xs" blockedReason={blockedReason} onClick={() => setOpen(true)}>
          {t('profile.change')}
        </ReasonButton>
      </RoleAction>
      {isOpen ? <ChangeProfile profile={profile} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function ChangeProfile({ profile, onClose }: { profile: Compliance['profile']; onClose: () => void }) {
  const { t } = useTranslation('compliance')
  const { plantId } = useCurrentPlant()
  const nameOf = useProfileName()
  const [choice, setChoice] = useState<ProfileChoice>({
    profile: profile.profile,
    edition: profile.edition,
    alwaysOpen: profile.alwaysOpen,
  })
  const save = useActionMutation('setComplianceProfile', {
    refresh: ['getCompliance', 'getComplianceWeeks'],
    onSuccess: onClose,
  })
  const isUnchanged =
    choice.profile === profile.profile && choice.edition === profile.edition && choice.alwaysOpen === profile.alwaysOpen
  return (
    <FormDialog unsaved={!isUnchanged} onClose={onClose} title={t('profile.change')}>
      {(cancel) => (
        <div className={styles.judgedForm}>
          <Select
            label={t('profile.label')}
            allowDeselect={false}
            data-autofocus
            value={choice.profile}
            data={profileIds.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(value) => setChoice({ ...choice, profile: (value ?? choice.profile) as ProfileId })}
          />
          <Select
            label={t('profile.edition')}
            allowDeselect={false}
            value={choice.edition}
            data={[...editions]}
            onChange={(value) => setChoice({ ...choice, edition: (value ?? choice.edition) as Edition })}
          />
          <Switch
            label={t('profile.alwaysOpen')}
            checked={choice.alwaysOpen}
            onChange={(event) => setChoice({ ...choice, alwaysOpen: event.currentTarget.checked })}
          />
          <p className="vx-quiet">{t('profile.changeText')}</p>
          <FormFailure error={save.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button loading={save.isPending} disabled={isUnchanged} onClick={() => save.mutate({ plantId, ...choice })}>
              {t('profile.change')}
            </Button>
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}
