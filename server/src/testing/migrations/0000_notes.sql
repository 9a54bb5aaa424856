CREATE TABLE "note" (
	"id" integer PRIMARY KEY,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "note_tag" (
	"note_id" integer NOT NULL REFERENCES "note"("id"),
	"tag" text NOT NULL,
	PRIMARY KEY ("note_id", "tag")
);
