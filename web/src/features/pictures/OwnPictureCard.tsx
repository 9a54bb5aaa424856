import { pictureLimits } from '@vigilux/contract/features/pictures/picture.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { callOnce, useActionMutation } from '../../shared/api/use-action.ts'
import { PictureCard } from './PictureCard.tsx'

/** The caller's own picture, on the profile. */
export function OwnPictureCard({ person }: { person: ActionOutput<'getUserInfos'>['user'] }) {
  const { t } = useTranslation('pictures')
  const remove = useActionMutation('removeImage', { refresh: ['getUserInfos'] })
  return (
    <PictureCard
      title={t('own.title')}
      address={person.picture}
      alt={t('own.alt')}
      none={t('own.none')}
      hint={t('own.hint', { megabytes: pictureLimits.bytes / 1024 ** 2 })}
      askLeave={({ size: bytes }) => callOnce('uploadImage', { bytes })}
      remove={{ run: () => remove.mutateAsync({}), error: remove.error, busy: remove.isPending }}
      refresh="getUserInfos"
    />
  )
}
