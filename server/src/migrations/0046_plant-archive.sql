CREATE TABLE "plant_visit" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_name" text NOT NULL,
	"scope" text,
	CONSTRAINT "plant_visit_plant_id_user_id_hour_pk" PRIMARY KEY("plant_id","user_id","hour")
);
--> statement-breakpoint
ALTER TABLE "central_unit" ADD COLUMN "released_enrolled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "removed_by" uuid;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "removed_by_name" text;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "plant_visit_plant" ON "plant_visit" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "plant_visit_at" ON "plant_visit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "plant_removed" ON "plant" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
-- What was sealed still cannot be changed, nor taken away; but for the whole logbook of a plant that was deleted and erased, once its time is over.
CREATE FUNCTION logbook_entry_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM plant WHERE id = OLD.plant_id AND erased_at IS NOT NULL) THEN
		RAISE EXCEPTION 'entries of a logbook are only ever added';
	END IF;
	RETURN OLD;
END $$;--> statement-breakpoint
DROP TRIGGER logbook_entry_stays ON logbook_entry;--> statement-breakpoint
CREATE TRIGGER logbook_entry_stays BEFORE UPDATE OR TRUNCATE ON logbook_entry
	FOR EACH STATEMENT EXECUTE FUNCTION logbook_entry_stays();--> statement-breakpoint
CREATE TRIGGER logbook_entry_goes BEFORE DELETE ON logbook_entry
	FOR EACH ROW EXECUTE FUNCTION logbook_entry_goes();
