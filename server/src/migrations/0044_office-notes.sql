CREATE TABLE "office_note" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"contract" text NOT NULL,
	"chain" text NOT NULL,
	"note" text NOT NULL,
	"version" integer NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "office_note" ADD CONSTRAINT "office_note_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_note_chain" ON "office_note" USING btree ("chain");