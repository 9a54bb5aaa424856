CREATE TABLE "error_week" (
	"week" date PRIMARY KEY NOT NULL,
	"plants" integer NOT NULL
);
