import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { View } from '@vigilux/contract/features/views/view.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './views.module.css'

/** All views of the person, to rename or delete. */
export function ManageViewsDialog({ views, onClose }: { views: readonly View[]; onClose: () => void }) {
  const { t } = useTranslation('views')
  const [renaming, setRenaming] = useState<string | undefined>()
  return (
    <FormDialog unsaved={renaming !== undefined} onClose={onClose} title={t('manageTitle')}>
      {(cancel) => (
        <>
          {views.length === 0 ? <p className="vx-quiet">{t('none')}</p> : null}
          <ul className={styles.views}>
            {views.map((view) => (
              <ViewLine
                key={view.id}
                view={view}
                renaming={renaming === view.id}
                rename={(isRenaming) => setRenaming(isRenaming ? view.id : undefined)}
              />
            ))}
          </ul>
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('close')}
            </Button>
          </FormFoot>
        </>
      )}
    </FormDialog>
  )
}

type LineProps = { view: View; renaming: boolean; rename: (isRenaming: boolean) => void }

function ViewLine({ view, renaming, rename }: LineProps) {
  const { t } = useTranslation('views')
  const { plantId } = useCurrentPlant()
  const [name, setName] = useState(view.name)
  const save = useActionMutation('saveView', { refresh: ['getViews'], onSuccess: () => rename(false) })
  const remove = useActionMutation('removeView', { refresh: ['getViews'] })
  const { id: viewId, list, params, version } = view
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ plantId, view: { name, list, params }, known: { viewId, version } })
  }
  return (
    <li>
      {renaming ? (
        <form onSubmit={submit}>
          <TextInput
            aria-label={t('nameOf', { name: view.name })}
            maxLength={60}
            value={name}
            autoFocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
            {t('word.save')}
          </Button>
          <Button variant="default" onClick={() => rename(false)}>
            {t('cancel')}
          </Button>
        </form>
      ) : (
        <p>
          <b>{view.name}</b>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('renameOf', { name: view.name })}
            onClick={() => {
              setName(view.name)
              rename(true)
            }}
          >
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('removeOf', { name: view.name })}
            loading={remove.isPending}
            onClick={() => remove.mutate({ plantId, viewId })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </p>
      )}
      <FormFailure error={save.error ?? remove.error} />
    </li>
  )
}
