CREATE TABLE "erased_person" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pseudonym" text NOT NULL,
	"name" text,
	"email" text,
	"erased_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "erased_person_pseudonym_unique" UNIQUE("pseudonym")
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "known_device_id" uuid;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_known_device_id_known_device_id_fk" FOREIGN KEY ("known_device_id") REFERENCES "public"."known_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_device" ON "session" USING btree ("known_device_id");