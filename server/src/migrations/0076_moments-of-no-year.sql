-- What units told of years that are taken for none now: read as it stood, one such moment failed for all plants.
update central_unit set detail = jsonb_set(detail, '{functional,next}', 'null')
where detail -> 'functional' ->> 'next' !~ '^(19|2[0-9])';--> statement-breakpoint
update central_unit set detail = jsonb_set(detail, '{autonomy,next}', 'null')
where detail -> 'autonomy' ->> 'next' !~ '^(19|2[0-9])';--> statement-breakpoint
update central_unit set detail = jsonb_set(detail, '{inhibition,until}', 'null')
where detail -> 'inhibition' ->> 'until' !~ '^(19|2[0-9])';
