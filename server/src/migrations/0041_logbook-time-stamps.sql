CREATE TABLE "logbook_time_stamp" (
	"plant_id" uuid NOT NULL,
	"head" text NOT NULL,
	"token" text NOT NULL,
	"authority" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "logbook_time_stamp_plant_id_head_pk" PRIMARY KEY("plant_id","head")
);
--> statement-breakpoint
ALTER TABLE "logbook_time_stamp" ADD CONSTRAINT "logbook_time_stamp_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;